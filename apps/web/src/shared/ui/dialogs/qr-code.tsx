import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** Drawn here, as one path: what it says is shown to nobody else. Dark on white in either colours, for cameras. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = drawQr(text, 1)
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}

/** How much white around it scanners of print want (ISO/IEC 18004). */
const QUIET_MODULES = 4

/** The same as a file to print. */
export function qrFile(text: string): Blob {
  const { path, size } = drawQr(text, QUIET_MODULES)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return new Blob([drawing], { type: 'image/svg+xml' })
}

function drawQr(text: string, border: number): { path: string; size: number } {
  const { data, size } = encode(text, { border })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}
