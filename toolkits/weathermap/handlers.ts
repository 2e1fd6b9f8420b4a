/** Weather: finds the place, then asks for its weather. */
import type { ToolHandlers } from "@/lib/catalog/tool-handler";
import { CONDITIONS, findPlace, type Place } from "./places";

const GEOCODING = "https://geocoding-api.open-meteo.com/v1/search";
/** Enough to reach the small towns of a frequent name; the most that Open-Meteo gives is 100. */
const PLACES = 50;
const VALUES =
  "temperature_2m,relative_humidity_2m,apparent_temperature,is_day," +
  "precipitation,weather_code,cloud_cover,wind_speed_10m,wind_direction_10m";

const describePlace = ({ name, admin1, country }: Place): string => [name, admin1, country].filter(Boolean).join(", ");

export const handlers: ToolHandlers = {
  getWeather: async (args: { location?: string }, { call, fail }) => {
    const [name = "", ...hints] = (args.location ?? "").split(",").map((part) => part.trim());
    const search = await call({ method: "GET", path: GEOCODING, query: { name, count: PLACES, format: "json" } });
    const places = (search.data as { results?: Place[] }).results ?? [];
    if (places.length === 0)
      return fail(
        `No place is called ${JSON.stringify(name)}. Write the name of a town, with its country after a comma.`,
      );
    const place = findPlace(places, hints);
    if (!place)
      return fail(
        `No ${name} is in ${hints.join(", ")}. These are known: ${places.slice(0, 5).map(describePlace).join("; ")}.`,
      );
    const weather = await call({
      method: "GET",
      path: "/v1/forecast",
      query: { latitude: place.latitude, longitude: place.longitude, current: VALUES, timezone: "auto" },
    });
    const { current, current_units: units } = weather.data as {
      current?: { weather_code?: number };
      current_units?: unknown;
    };
    const condition = CONDITIONS[current?.weather_code ?? -1];
    const { name: town, admin1: region, country, latitude, longitude, timezone } = place;
    return { location: { name: town, region, country, latitude, longitude, timezone }, condition, current, units };
  },
};
