import type { FastifyInstance } from 'fastify'

export interface KnownPaths {
  /** The methods that a path supports, whichever method the call uses; none where the path is unknown. */
  methodsOf: (url: string) => string[]
  /** The patterns of all paths that are read: '/d/:slug'. */
  read: () => string[]
}

/**
 * Records every route from now on. Fastify finds a route by its pattern, but cannot list the patterns that match a
 * path.
 */
export function rememberPaths(app: FastifyInstance): KnownPaths {
  const methods = new Map<string, { fits: RegExp; served: Set<string> }>()
  app.addHook('onRoute', ({ url, method, config }) => {
    // Paths of operators are unknown to everybody else, whatever the method.
    if (config?.endpoint?.auth === 'operator') return
    const known = methods.get(url) ?? { fits: patternOf(url), served: new Set() }
    for (const one of [method].flat()) known.served.add(one)
    methods.set(url, known)
  })
  return {
    methodsOf: (url) => {
      const path = url.split('?')[0] ?? ''
      const served = [...methods.values()].flatMap(({ fits, served }) => (fits.test(path) ? [...served] : []))
      return [...new Set(served)].sort()
    },
    read: () => [...methods].flatMap(([url, { served }]) => (served.has('GET') ? [url] : [])).sort(),
  }
}

/** `/d/:slug/:user` needs two non-empty segments; a `*` at the end matches the rest. */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:[A-Za-z]\w*|\*)/)
  const source = parts.map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') && part.length > 1 ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`)
}
