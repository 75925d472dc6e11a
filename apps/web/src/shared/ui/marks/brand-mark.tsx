/** The logo: a waybill with a route across it. Decorative; the name is beside it. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      <g strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <rect x="2.5" y="5" width="27" height="22" rx="4" stroke="var(--ink)" />
        <path d="M8.2 20.4 12.6 12l3.6 6.2 3.4-6.2 4.3 8.4" stroke="var(--stamp)" />
      </g>
    </svg>
  )
}
