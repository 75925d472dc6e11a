import type { FastifyInstance } from 'fastify'

export interface KnownPaths {
  /** The methods that a path is served with, whatever it is asked with; none where the path is unknown. */
  methodsOf: (url: string) => string[]
}

/** Notes every route from here on. Fastify finds a route by its pattern, but not the patterns that a path fits. */
export function rememberPaths(app: FastifyInstance): KnownPaths {
  const methods = new Map<string, { fits: RegExp; served: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
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
  }
}

/** `/d/:slug/:user` fits two segments that hold something; a `*` at the end fits whatever is left. */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:[A-Za-z]\w*|\*)/)
  const source = parts.map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') && part.length > 1 ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`)
}
