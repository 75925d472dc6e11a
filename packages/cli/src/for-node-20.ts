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

const here = globalThis as { navigator?: unknown }
here.navigator ??= {}
