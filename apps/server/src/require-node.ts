/** Ends the process where it runs under a Node version that Waybill does not support. */
export function requireNode(): void {
  if (process.versions.node.startsWith('24.')) return
  process.stderr.write(`Waybill needs Node 24; this is ${process.versions.node}.\n`)
  process.exit(1)
}
