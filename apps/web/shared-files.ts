import type { Plugin } from 'vite'

/**
 * Few files: each costs a request, on a long line and in the browser alike. Code that several later parts use comes in
 * one file for each set of areas that use it, where an area is a few parts that people open together.
 */
const areas = {
  requests: /\/app\/pages\/dash\/requests?(?:-record)?\.tsx$/,
  account: /\/app\/pages\/dash\/account\.tsx$/,
  dash: /\/app\/(?:shell\/(?:dash-frame|account-menu)|pages\/dash\/(?!account|request)[^/]+)\.tsx$/,
  login: /\/app\/pages\/(?:login|welcome-back|update-password|invite)\.tsx$/,
  plans: /\/app\/pages\/pricing\.tsx$/,
  aside: /\/app\/pages\/(?:contact|lifetime|pay|verify-receipt)\.tsx$/,
}
/** Around every page of the dashboard, with its first page: without what these open later. */
const isFrame = (id: string) => /\/app\/(?:shell\/(?:dash-frame|account-menu)|pages\/dash\/dashboard)\.tsx$/.test(id)
const INSIDE_FRAME = ['dash', 'requests', 'account']

/** The words that an entry's page names. */
const isFirstPack = (id: string) => /\/packs\/[^/]+\/(?:first|home|download|answer)\.ts$/.test(id)

/**
 * `entries`: the files that pages name themselves. What these and their words import at once stays as it is. What a
 * module imports is used by at least the areas of the module, so the grouped files never import each other in a circle.
 */
export function sharedFiles(entries: Record<'home' | 'download' | 'answer', string>) {
  const first = new Set<string>()
  const areasOf = new Map<string, Set<string>>()

  const readAreas: Plugin = {
    name: 'waybill-areas',
    apply: 'build',
    buildEnd() {
      const now = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const later = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []
      const ids = [...this.getModuleIds()]
      walk([...Object.values(entries), ...ids.filter(isFirstPack)], now, first)
      const beginsArea = (id: string) => Object.values(areas).some((begin) => begin.test(id))
      const reachedFrom = (begin: string[]) =>
        walk(begin, (id) => [...now(id), ...later(id)].filter((next) => !beginsArea(next)))
      const reached = new Map(Object.entries(entries).map(([area, entry]) => [area, reachedFrom([entry])]))
      for (const [area, begin] of Object.entries(areas))
        reached.set(area, reachedFrom(ids.filter((id) => begin.test(id))))
      for (const root of new Set(ids.flatMap(later))) {
        const own = isFrame(root) ? ['frame'] : [...reached].flatMap(([area, has]) => (has.has(root) ? [area] : []))
        for (const id of walk([root], now)) areasOf.set(id, new Set([...(areasOf.get(id) ?? []), ...own]))
      }
    },
  }
  const group = {
    debugName: 'areas',
    name: (id: string) => nameOf(areasOf.get(id)),
    test: (id: string) => !first.has(id) && !/\/packs\//.test(id),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  }
  return { readAreas, group }
}

/** `from` and all that `next` leads to. */
function walk(from: readonly string[], next: (id: string) => readonly string[], into = new Set<string>()): Set<string> {
  const left = [...from]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (into.has(id)) continue
    into.add(id)
    left.push(...next(id))
  }
  return into
}

/** The frame is there before any page inside it, so what it uses needs no file for each of them. */
function nameOf(used: ReadonlySet<string> = new Set()): string | null {
  const named = used.has('frame') ? [...used].filter((area) => !INSIDE_FRAME.includes(area)) : [...used]
  return named.sort().join('-') || null
}
