import type { MapPoint } from '@waybill/contract/uploads/regions'

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A measure that grows with the distance over the globe (the haversine, without the radius). */
function distance(one: MapPoint, other: MapPoint): number {
  const latitudes = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2
  const longitudes = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return latitudes + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * longitudes
}

/** The item nearest to `from`; among equally near ones, and from an unknown place (null), the first. */
export function nearest<Item extends { place: MapPoint }>(
  items: readonly [Item, ...Item[]],
  from: MapPoint | null,
): Item {
  if (from === null) return items[0]
  return items.reduce((best, item) => (distance(item.place, from) < distance(best.place, from) ? item : best))
}
