/** A point on the map, in degrees. */
export interface MapPoint {
  latitude: number
  longitude: number
}

/** The regions that a store may be in, by the names that clouds give them, each with its place on the map. */
export const regionPlaces = {
  'cn-hongkong': { latitude: 22.3, longitude: 114.2 },
  'cn-beijing': { latitude: 39.9, longitude: 116.4 },
  'cn-shanghai': { latitude: 31.2, longitude: 121.5 },
  'cn-shenzhen': { latitude: 22.5, longitude: 114.1 },
  'ap-northeast-1': { latitude: 35.7, longitude: 139.7 },
  'ap-northeast-2': { latitude: 37.6, longitude: 127 },
  'ap-southeast-1': { latitude: 1.3, longitude: 103.8 },
  'ap-southeast-2': { latitude: -33.9, longitude: 151.2 },
  'ap-south-1': { latitude: 19.1, longitude: 72.9 },
  'me-east-1': { latitude: 25.2, longitude: 55.3 },
  'af-south-1': { latitude: -33.9, longitude: 18.4 },
  'eu-central-1': { latitude: 50.1, longitude: 8.7 },
  'eu-west-1': { latitude: 51.5, longitude: -0.1 },
  'eu-west-3': { latitude: 48.9, longitude: 2.4 },
  'us-east-1': { latitude: 38.9, longitude: -77.4 },
  'us-west-1': { latitude: 37.4, longitude: -121.9 },
  'sa-east-1': { latitude: -23.5, longitude: -46.6 },
} as const satisfies Record<string, MapPoint>

export type Region = keyof typeof regionPlaces

export const regions = Object.keys(regionPlaces) as [Region, ...Region[]]

/** What an account's region is called until its admin chooses one; its files then go to the first store. */
export const DEFAULT_REGION: Region = 'cn-hongkong'

export const isRegion = (name: string): name is Region => Object.hasOwn(regionPlaces, name)
