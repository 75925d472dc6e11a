const PLAIN = /^[\w-]+$/

/**
 * An array parameter of ids or whole numbers, for a cast such as `::text[]`. The driver quotes every element, which for
 * thousands takes longer than the statement; values like these need no quotes. It gets any other array as it is.
 */
export function arrayOf(values: readonly (string | number | null)[]): string | readonly (string | number | null)[] {
  const isPlain = values.every((value) => typeof value !== 'string' || (PLAIN.test(value) && !/^null$/i.test(value)))
  return isPlain ? `{${values.map((value) => value ?? 'NULL').join(',')}}` : values
}
