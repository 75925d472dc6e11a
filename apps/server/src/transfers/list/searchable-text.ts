export interface Searchable {
  slug: string
  paths: readonly string[]
  recipients: ReadonlyArray<{ address: string | null; name: string | null; company: string | null }>
}

/** The text that a search in the list of transfers covers, lower case, one item per line. */
export function searchableText({ slug, paths, recipients }: Searchable): string {
  const people = recipients.flatMap(({ address, name, company }) => [address, name, company])
  return [slug, ...paths, ...people]
    .filter((line) => line !== null && line !== '')
    .join('\n')
    .normalize('NFC')
    .toLowerCase()
}
