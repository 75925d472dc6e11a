import type { MapPoint } from '@waybill/contract/uploads/regions'

/** The port that locates an address: country and city from a local database, never from another host. */
export interface Place {
  /** ISO 3166-1 alpha-2, 'HK'. */
  country: string
  /** English city name; null where only the country is known. */
  city: string | null
  /** IANA zone, 'Asia/Hong_Kong'; null where unknown. */
  timeZone: string | null
}

export interface Geo {
  /** Null for private, loopback and unknown addresses. */
  locate(ip: string): Place | null
  /** Where an address is on the map; null where `locate` knows nothing, or only a country. */
  pointOf(ip: string): MapPoint | null
}
