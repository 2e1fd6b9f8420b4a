/** Weather: finds the place, then asks for its weather. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";

type Place = {
  name: string;
  latitude: number;
  longitude: number;
  admin1?: string;
  country?: string;
  timezone?: string;
};

const GEOCODING = "https://geocoding-api.open-meteo.com/v1/search";
const VALUES =
  "temperature_2m,relative_humidity_2m,apparent_temperature,is_day," +
  "precipitation,weather_code,cloud_cover,wind_speed_10m,wind_direction_10m";

/** The place of several with one name that lies in the region or country written after the comma. */
function choose(places: Place[], hint: string | undefined): Place | undefined {
  const lower = hint?.toLowerCase();
  return (
    (lower &&
      places.find((place) => [place.admin1, place.country].some((name) => name?.toLowerCase().startsWith(lower)))) ||
    places[0]
  );
}

export const handlers: ToolHandlers = {
  getWeather: async (args: { location?: string }, { call, fail }) => {
    const [name = "", hint] = (args.location ?? "").split(",").map((part) => part.trim());
    const places = await call({ method: "GET", path: GEOCODING, query: { name, count: 10, format: "json" } });
    const place = choose((places.data as { results?: Place[] }).results ?? [], hint);
    if (!place)
      return fail(
        `No place is called ${JSON.stringify(name)}. Write the name of a town, with its country after a comma.`,
      );
    const weather = await call({
      method: "GET",
      path: "/v1/forecast",
      query: { latitude: place.latitude, longitude: place.longitude, current: VALUES, timezone: "auto" },
    });
    const { current, current_units: units } = weather.data as { current?: unknown; current_units?: unknown };
    const { name: town, admin1: region, country, latitude, longitude, timezone } = place;
    return { location: { name: town, region, country, latitude, longitude, timezone }, current, units };
  },
};
