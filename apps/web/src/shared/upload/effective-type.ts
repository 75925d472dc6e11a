/** The browser's information about the connection, where it has any. */
interface NavigatorLine {
  connection?: { effectiveType?: string }
}

const known = ['slow-2g', '2g', '3g', '4g'] as const
export type EffectiveType = (typeof known)[number] | 'other'

export function effectiveType(): EffectiveType {
  const told = (navigator as NavigatorLine).connection?.effectiveType
  return known.find((kind) => kind === told) ?? 'other'
}
