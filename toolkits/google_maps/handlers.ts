/**
 * Google Maps tools: the web services with one key, whose failures have status 200, and the newer APIs with field
 * masks.
 */
import type { HandlerCall, HandlerRequest, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type Values = Record<string, unknown>;

/**
 * A web service reports a failure in its body
 * (https://developers.google.com/maps/documentation/geocoding/requests-geocoding#StatusCodes).
 */
const webService =
  (name: string): ToolHandler =>
  async (args: NonNullable<HandlerRequest["query"]>, { call, fail }) => {
    const data = (await call({ method: "GET", path: `/maps/api/${name}/json`, query: { ...args } })).data as Values & {
      status?: string;
      error_message?: string;
      errorMessage?: string;
    };
    if (data.status === "OK" || data.status === "ZERO_RESULTS") return data;
    return fail(
      `Google Maps refused the request: ${data.status ?? "no status"}. ${data.error_message ?? data.errorMessage ?? ""}`.trim(),
    );
  };

async function masked(call: HandlerCall, request: HandlerRequest, mask: string): Promise<Values> {
  return (await call({ ...request, headers: { "x-goog-fieldmask": mask.replace(/\s+/g, "") } })).data as Values;
}

type RouteArguments = {
  origin_address?: string;
  destination_address?: string;
  intermediates?: string[];
  departureTime?: string;
  arrivalTime?: string;
  travelMode?: string;
  routingPreference?: string;
  computeAlternativeRoutes?: boolean;
  languageCode?: string;
  units?: string;
  routeModifiers_avoidTolls?: boolean;
  routeModifiers_avoidHighways?: boolean;
  routeModifiers_avoidFerries?: boolean;
  trafficModel?: string;
  optimizeWaypointOrder?: boolean;
  extraComputations?: string[];
  transitPreferences?: Values;
  fieldMask?: string;
};

const definedValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** A place of a route: coordinates and IDs have members of their own. */
function toWaypoint(place = ""): Values {
  const [, latitude, longitude] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(place) ?? [];
  if (latitude !== undefined && longitude !== undefined)
    return { location: { latLng: { latitude: Number(latitude), longitude: Number(longitude) } } };
  return place.startsWith("place_id:") ? { placeId: place.slice("place_id:".length) } : { address: place };
}

const computeRoute: ToolHandler = (args: RouteArguments, { call }) =>
  masked(
    call,
    {
      method: "POST",
      path: "https://routes.googleapis.com/directions/v2:computeRoutes",
      body: definedValues({
        origin: toWaypoint(args.origin_address),
        destination: toWaypoint(args.destination_address),
        intermediates: args.intermediates?.map(toWaypoint),
        departureTime: args.departureTime,
        arrivalTime: args.arrivalTime,
        travelMode: args.travelMode ?? "DRIVE",
        routingPreference: args.routingPreference,
        computeAlternativeRoutes: args.computeAlternativeRoutes,
        trafficModel: args.trafficModel,
        optimizeWaypointOrder: args.optimizeWaypointOrder,
        extraComputations: args.extraComputations,
        transitPreferences: args.transitPreferences,
        languageCode: args.languageCode,
        units: args.units,
        routeModifiers: {
          avoidTolls: args.routeModifiers_avoidTolls ?? false,
          avoidHighways: args.routeModifiers_avoidHighways ?? false,
          avoidFerries: args.routeModifiers_avoidFerries ?? false,
        },
      }),
    },
    args.fieldMask ?? "routes.duration,routes.distanceMeters,routes.polyline.encodedPolyline",
  );

const PLACES = "places.id,places.displayName,places.formattedAddress,places.location,places.rating,places.websiteUri";

const PLACE =
  "id,displayName,formattedAddress,location,rating,userRatingCount,websiteUri,nationalPhoneNumber,regularOpeningHours";

/** Meters around a point near which places come first. */
const NEAR = 5000;

type PlaceSearch = {
  textQuery?: string;
  maxResultCount?: number;
  languageCode?: string;
  fieldMask?: string;
  latitude?: number;
  longitude?: number;
  radius?: number;
  includedTypes?: string[];
  excludedTypes?: string[];
  includedPrimaryTypes?: string[];
  excludedPrimaryTypes?: string[];
  pageToken?: string;
  includedType?: string;
  strictTypeFiltering?: boolean;
  openNow?: boolean;
  includePureServiceAreaBusinesses?: boolean;
  locationRestriction?: Values;
  minRating?: number;
  priceLevels?: string[];
  rankPreference?: string;
  regionCode?: string;
};

const circle = ({ latitude, longitude, radius }: PlaceSearch): Values => ({
  circle: { center: { latitude, longitude }, radius },
});

/** Near a point, if there is one; the next page needs the same body as the page before. */
const textSearch: ToolHandler = (args: PlaceSearch, { call }) => {
  const { maxResultCount, fieldMask, latitude, longitude, radius = NEAR, ...same } = args;
  const isNear = latitude !== undefined && longitude !== undefined;
  return masked(
    call,
    {
      method: "POST",
      path: "https://places.googleapis.com/v1/places:searchText",
      body: definedValues({
        ...same,
        pageSize: maxResultCount ?? 10,
        locationBias: isNear ? circle({ latitude, longitude, radius }) : undefined,
      }),
    },
    fieldMask ?? `${PLACES},nextPageToken`,
  );
};

const EMBED = "https://www.google.com/maps/embed/v1";
const KEY_PLACE = "YOUR_BROWSER_KEY";
/** https://developers.google.com/maps/url-encoding */
const MAX_ADDRESS_LENGTH = 16_384;

/**
 * The address needs a key that is allowed on web pages, so never the connection's own
 * (https://developers.google.com/maps/documentation/embed/embedding-map). Google knows the page of a restricted key by
 * its referrer.
 */
const embed: ToolHandler = (args: Values & { mode?: string; browser_key?: string }, { fail }) => {
  const mode = args.mode ?? "place";
  const params = args[`${mode}_params`] as Values | undefined;
  if (!params) return fail(`A map of kind ${mode} needs ${mode}_params.`);
  const fields: Record<string, string> = {
    key: args.browser_key || KEY_PLACE,
    ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
  };
  if (Object.entries(fields).flat().join("").length > MAX_ADDRESS_LENGTH)
    return fail(`The address of the map would have more than the ${MAX_ADDRESS_LENGTH} characters that Google takes.`);
  const query = new URLSearchParams(fields);
  const embed_url = `${EMBED}/${encodeURIComponent(mode)}?${query.toString()}`;
  return Promise.resolve({
    embed_url,
    html:
      `<iframe width="600" height="450" style="border:0" loading="lazy" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" ` +
      `src="${embed_url.replaceAll("&", "&amp;")}"></iframe>`,
  });
};

export const handlers: ToolHandlers = {
  geocode: webService("geocode"),
  distanceMatrix: webService("distancematrix"),
  directions: webService("directions"),
  elevation: webService("elevation"),
  timeZone: (args: { location?: string; timestamp?: number; language?: string }, tools) =>
    webService("timezone")(
      { ...args, timestamp: args.timestamp ?? Math.floor(Date.now() / 1000) } as unknown as Record<string, never>,
      tools,
    ),
  computeRoute,
  textSearch,
  nearbySearch: (args: PlaceSearch, { call }) =>
    masked(
      call,
      {
        method: "POST",
        path: "https://places.googleapis.com/v1/places:searchNearby",
        body: definedValues({
          includedTypes: args.includedTypes,
          excludedTypes: args.excludedTypes,
          includedPrimaryTypes: args.includedPrimaryTypes,
          excludedPrimaryTypes: args.excludedPrimaryTypes,
          maxResultCount: args.maxResultCount ?? 10,
          rankPreference: args.rankPreference,
          regionCode: args.regionCode,
          languageCode: args.languageCode,
          locationRestriction: circle(args),
        }),
      },
      args.fieldMask ?? PLACES,
    ),
  getPlace: (args: { place_id?: string; fieldMask?: string; languageCode?: string; regionCode?: string }, { call }) =>
    masked(
      call,
      {
        method: "GET",
        path: `https://places.googleapis.com/v1/places/${encodeURIComponent(args.place_id ?? "")}`,
        query: { languageCode: args.languageCode, regionCode: args.regionCode },
      },
      args.fieldMask ?? PLACE,
    ),
  embed,
};
