import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompanySettings } from '../../platform/config/company-settings.ts'
import { type Html, html } from '../../platform/mail-transport/html.ts'

const require = createRequire(import.meta.url)

type Place = NonNullable<CompanySettings['companyPlace']>
type Point = readonly [longitude: number, latitude: number]
type Ring = readonly Point[]

/** Half of the width of the map, and of its height, in degrees of latitude. */
const [ACROSS, UP] = [10, 5]
const SCALE = 40

interface Topology {
  arcs: [number, number][][]
  transform: { scale: [number, number]; translate: [number, number] }
  objects: { land: { geometries: { arcs: number[][][] }[] } }
}

/** The coasts of the world as rings, from Natural Earth's map at 1 : 50 million. */
function readLand(): Ring[] {
  const { arcs, transform, objects } = JSON.parse(
    readFileSync(require.resolve('world-atlas/land-50m.json'), 'utf8'),
  ) as Topology
  const [[scaleX, scaleY], [moveX, moveY]] = [transform.scale, transform.translate]
  const decoded = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): Point => {
      x += dx
      y += dy
      return [x * scaleX + moveX, y * scaleY + moveY]
    })
  })
  // A negative index is the arc of its complement, backwards.
  const arcAt = (at: number): Ring => (at < 0 ? (decoded[~at] ?? []).toReversed() : (decoded[at] ?? []))
  return objects.land.geometries.flatMap((geometry) => geometry.arcs.flat().map((ring) => ring.flatMap(arcAt)))
}

type Edge = readonly [axis: 0 | 1, sign: 1 | -1, limit: number]

/** The part of a ring inside of an edge of the map (Sutherland and Hodgman). */
function clip(ring: Ring, [axis, sign, limit]: Edge): Ring {
  const isInside = (point: Point) => point[axis] * sign <= limit * sign
  return ring.flatMap((point, at) => {
    const before = ring.at(at - 1) ?? point
    const crosses = isInside(point) !== isInside(before)
    const share = crosses ? (limit - before[axis]) / (point[axis] - before[axis]) : 0
    const between: Point = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]
    return [...(crosses ? [between] : []), ...(isInside(point) ? [point] : [])]
  })
}

/** The outline of the land around a place, as the path of a drawing. It reads the whole world: call it once. */
export function outlineAround({ latitude, longitude }: Place): string {
  const wider = 1 / Math.max(0.12, Math.cos((latitude * Math.PI) / 180))
  const half = ACROSS * wider
  const edges: Edge[] = [
    [0, -1, longitude - half],
    [0, 1, longitude + half],
    [1, -1, latitude - UP],
    [1, 1, latitude + UP],
  ]
  const inside = readLand()
    .map((ring) => edges.reduce(clip, ring))
    .filter((ring) => ring.length > 2)
  const at = ([x, y]: Point) =>
    `${Math.round(((x - longitude + half) / wider) * SCALE)} ${Math.round((latitude + UP - y) * SCALE)}`
  return inside.map((ring) => `M${ring.map(at).join('L')}Z`).join('')
}

/** A map with a mark in its middle; drawn here, so that no page asks the owner of a map. */
export function renderMap(outline: string, label: string): Html {
  const [width, height] = [2 * ACROSS * SCALE, 2 * UP * SCALE]
  return html`<svg class="map" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}"><path d="${outline}"/><circle cx="${width / 2}" cy="${height / 2}" r="9"/></svg>`
}
