/** What programs show of a link to the page: the tags of the Open Graph protocol. */
export const previewOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta property="(og:[^"]+)" content="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
