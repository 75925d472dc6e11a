/**
 * The time zone of a location, from its country and coordinates: the database has no zones. A country with one zone
 * gets that zone; a wider country gets a zone only inside boxes that contain no other clock time, and null near
 * borders.
 */
export interface Coordinates {
  latitude: number
  longitude: number
}

/** [zone, west, east, south, north] in degrees. */
type Box = readonly [string, number, number, number, number]

/**
 * Countries with several zone names that today share one clock time wherever people live, or everywhere but on a remote
 * island.
 */
const zoneOfAll: Record<string, string> = {
  AR: 'America/Argentina/Buenos_Aires',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  KZ: 'Asia/Almaty',
  MY: 'Asia/Kuala_Lumpur',
  PS: 'Asia/Gaza',
  UZ: 'Asia/Tashkent',
  XK: 'Europe/Belgrade',
}

const boxes: Record<string, readonly Box[]> = {
  AU: [
    ['Australia/Melbourne', 142, 147.5, -39.2, -36.2],
    ['Australia/Hobart', 143.5, 149, -44, -39.5],
    ['Australia/Sydney', 142, 154, -39.2, -29.3],
    ['Australia/Brisbane', 141.1, 154, -28.1, -10],
    ['Australia/Adelaide', 129.1, 140.9, -38.2, -26.1],
    ['Australia/Darwin', 129.1, 137.9, -25.9, -10],
    ['Australia/Perth', 112, 125, -36, -13],
  ],
  BR: [
    ['America/Sao_Paulo', -50, -34.5, -34, 5],
    ['America/Sao_Paulo', -57.7, -48, -34, -24.2],
    ['America/Manaus', -66, -58.5, -7, 2],
  ],
  CA: [
    ['America/Vancouver', -129, -120.5, 48, 53],
    ['America/Edmonton', -115.5, -110.1, 49, 60],
    ['America/Regina', -109.8, -102.2, 49, 57],
    ['America/Winnipeg', -101.3, -95.2, 49, 56],
    ['America/Toronto', -89.5, -69.2, 41.5, 52],
    ['America/Halifax', -67.7, -59.7, 43, 47],
    ['America/St_Johns', -59.4, -52.5, 46.6, 51.4],
  ],
  CL: [['America/Santiago', -76, -66, -43, -17]],
  EC: [['America/Guayaquil', -82, -75, -6, 2]],
  ES: [
    ['Europe/Madrid', -10, 5, 35, 44],
    ['Atlantic/Canary', -19, -13, 27, 30],
  ],
  ID: [
    ['Asia/Jakarta', 94, 114, -9, 7],
    ['Asia/Makassar', 116, 124, -11, 5],
    ['Asia/Jayapura', 128, 142, -10, 3],
  ],
  MN: [['Asia/Ulaanbaatar', 100, 120, 41, 53]],
  MX: [
    ['America/Mexico_City', -103, -90, 14, 25.8],
    ['America/Tijuana', -118, -114.9, 28.1, 33],
  ],
  NZ: [['Pacific/Auckland', 166, 179, -48, -34]],
  PT: [
    ['Europe/Lisbon', -10, -6, 36, 43],
    ['Atlantic/Azores', -32, -24, 36, 40],
    ['Atlantic/Madeira', -18, -16, 32, 34],
  ],
  RU: [
    ['Europe/Kaliningrad', 19, 23, 54, 56],
    ['Europe/Moscow', 27, 43, 43, 70],
    ['Asia/Yekaterinburg', 57, 67, 51, 68],
  ],
  UA: [['Europe/Kyiv', 22, 32, 46.6, 53]],
  US: [
    ['America/New_York', -84.6, -66.9, 24, 48],
    ['America/Chicago', -99.9, -87.6, 25, 45.9],
    ['America/Chicago', -87.6, -85.7, 25, 36.6],
    ['America/Chicago', -99, -90.6, 45.9, 49.1],
    ['America/Denver', -113.9, -104.1, 37.1, 49.1],
    ['America/Denver', -109, -103.1, 32.1, 37.1],
    ['America/Denver', -106.7, -105.1, 30.7, 32.1],
    ['America/Phoenix', -114, -109.1, 31.3, 35],
    ['America/Los_Angeles', -125, -118.3, 32, 49.1],
    ['America/Los_Angeles', -118.3, -114.8, 32, 41.9],
    ['America/Anchorage', -168, -142, 55, 72],
    ['Pacific/Honolulu', -161, -154, 18, 23],
  ],
}

/**
 * @param country ISO 3166-1 alpha-2
 * @returns an IANA zone; null where it is uncertain
 */
export function zoneOfPlace(country: string, at: Coordinates | null): string | null {
  const ofAll = zoneOfAll[country]
  if (ofAll !== undefined) return ofAll
  const ofCountry = boxes[country]
  if (ofCountry !== undefined) return at === null ? null : zoneInBoxes(ofCountry, at)
  const zones = zonesOf(country)
  return zones.length === 1 ? (zones[0] as string) : null
}

function zoneInBoxes(candidates: readonly Box[], { latitude, longitude }: Coordinates): string | null {
  const box = candidates.find(
    ([, west, east, south, north]) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  )
  return box?.[0] ?? null
}

const knownZones = new Map<string, readonly string[]>()

/** The zones that CLDR lists for a country, from this runtime's data. */
function zonesOf(country: string): readonly string[] {
  const known = knownZones.get(country)
  if (known !== undefined) return known
  if (!/^[A-Z]{2}$/.test(country)) return []
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?: () => string[] | undefined }
  const zones = locale.getTimeZones?.() ?? []
  knownZones.set(country, zones)
  return zones
}
