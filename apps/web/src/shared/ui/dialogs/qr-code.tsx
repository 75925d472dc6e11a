import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** Drawn here, as one path: no other party sees its content. Dark on white in both colour schemes, for cameras. */
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

/** The white margin that scanners of printed codes need (ISO/IEC 18004). */
const QUIET_MODULES = 4

/** The same as a file for printing. */
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
