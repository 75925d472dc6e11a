export interface Searchable {
  slug: string
  title: string | null
  paths: readonly string[]
  recipients: ReadonlyArray<{ address: string | null; name: string | null; company: string | null }>
}

/** The text that a search in the list of transfers covers, lower case, one item per line. */
export function searchableText({ slug, title, paths, recipients }: Searchable): string {
  const people = recipients.flatMap(({ address, name, company }) => [address, name, company])
  return [slug, title, ...paths, ...people]
    .filter((line) => line !== null && line !== '')
    .join('\n')
    .normalize('NFC')
    .toLowerCase()
}
