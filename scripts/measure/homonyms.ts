/** Exported names that more than one file declares: a reader cannot tell which one is meant. */

export interface SourceFile {
  path: string
  text: string
}

const EXPORTED = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm

/** Each such name with the files that declare it. */
export function findHomonyms(files: readonly SourceFile[]): Array<{ name: string; paths: string[] }> {
  const declared = files.flatMap(({ path, text }) =>
    [...new Set([...text.matchAll(EXPORTED)].map(([, name = '']) => name))].map((name) => ({ name, path })),
  )
  return [...Map.groupBy(declared, ({ name }) => name)]
    .map(([name, places]) => ({ name, paths: places.map(({ path }) => path) }))
    .filter(({ paths }) => paths.length > 1)
    .sort((a, b) => a.name.localeCompare(b.name))
}
