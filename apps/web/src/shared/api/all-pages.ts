interface Page<Row> {
  rows: readonly Row[]
  /** The cursor of the next page; null: this is the last one. */
  next: string | null
}

/**
 * The rows of all pages of a list, in its order. `read` gets the cursor of the page before; undefined asks for the first
 * page. Rejects as `read` does.
 */
export async function allPages<Row>(read: (after: string | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page: Page<Row> = await read(after)
    rows.push(...page.rows)
    after = page.next
  }
  return rows
}
