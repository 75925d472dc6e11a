/** Of the part of postject that is used here; the package has no types. */
declare module 'postject' {
  /** Writes `data` as a resource into the program `file`, and turns the fuse on. */
  export function inject(file: string, resource: string, data: Buffer, options: { sentinelFuse: string }): Promise<void>
}
