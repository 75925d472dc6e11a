/** What the upload engine uses and Node 20 lacks. Imported before everything else. */
const promise = Promise as { withResolvers?: unknown }
promise.withResolvers ??= <T>() => {
  let resolve: unknown
  let reject: unknown
  const made = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise: made, resolve, reject }
}

const map = Map as { groupBy?: unknown }
map.groupBy ??= <K, T>(all: Iterable<T>, keyOf: (one: T) => K) => {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

const here = globalThis as { navigator?: unknown }
here.navigator ??= {}
