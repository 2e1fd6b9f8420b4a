/** The place that a person means, and the words for a code of the weather. */
export type Place = {
  name: string;
  latitude: number;
  longitude: number;
  admin1?: string;
  admin2?: string;
  country?: string;
  country_code?: string;
  timezone?: string;
};

/** States and provinces as they stand in addresses of the United States, Canada and Australia. */
const REGIONS = new Map(
  (
    "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|" +
    "DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|" +
    "KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|" +
    "MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|" +
    "NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|" +
    "PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|" +
    "TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|" +
    "AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|" +
    "NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|" +
    "SK Saskatchewan|YT Yukon|NSW New South Wales|QLD Queensland|VIC Victoria|TAS Tasmania|" +
    "ACT Australian Capital Territory"
  )
    .split("|")
    .map((entry): [string, string] => {
      const space = entry.indexOf(" ");
      return [entry.slice(0, space).toLowerCase(), entry.slice(space + 1).toLowerCase()];
    }),
);

/** Short names of countries that are not their two letters. */
const COUNTRIES = new Map([
  ["usa", "us"],
  ["u.s.", "us"],
  ["u.s.a.", "us"],
  ["america", "us"],
  ["uk", "gb"],
  ["england", "gb"],
  ["uae", "ae"],
]);

/** Words without accents, because people write Quebec and Sao Paulo. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const namesOf = (place: Place): string[] =>
  [place.admin1, place.admin2, place.country].filter((name) => name !== undefined).map(plain);

/** Whether a place lies in a region or country that is named, or given by its short form. */
function liesIn(place: Place, hint: string): boolean {
  const word = plain(hint);
  const region = REGIONS.get(word);
  const country = place.country_code?.toLowerCase();
  if (region !== undefined && namesOf(place).includes(region)) return true;
  if (country !== undefined && (COUNTRIES.get(word) ?? word) === country) return true;
  return word.length > 2 && namesOf(place).some((name) => name.startsWith(word));
}

/**
 * The first place that lies in all regions and countries of `hints`, such as `["TX"]` or `["Illinois", "USA"]`. Empty
 * parts, and postal codes behind a state, are ignored.
 */
export function findPlace(places: readonly Place[], hints: readonly string[]): Place | undefined {
  const words = hints.map((hint) => hint.replace(/\s\d[\d-]*$/, "").trim()).filter((hint) => /\p{L}/u.test(hint));
  return places.find((place) => words.every((word) => liesIn(place, word)));
}

/** Words for the codes of WMO's table 4677, as Open-Meteo uses it. */
export const CONDITIONS: Readonly<Record<number, string>> = {
  0: "clear sky",
  1: "mainly clear",
  2: "partly cloudy",
  3: "overcast",
  45: "fog",
  48: "freezing fog",
  51: "light drizzle",
  53: "drizzle",
  55: "heavy drizzle",
  56: "light freezing drizzle",
  57: "freezing drizzle",
  61: "light rain",
  63: "rain",
  65: "heavy rain",
  66: "light freezing rain",
  67: "heavy freezing rain",
  71: "light snow",
  73: "snow",
  75: "heavy snow",
  77: "snow grains",
  80: "light rain showers",
  81: "rain showers",
  82: "violent rain showers",
  85: "light snow showers",
  86: "heavy snow showers",
  95: "thunderstorm",
  96: "thunderstorm with hail",
  99: "thunderstorm with heavy hail",
};
