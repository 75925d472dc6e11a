const PATIENCE_MS = 400

/**
 * Resolves when the faces of the first paint are there, or after a moment. The faces are `font-display: optional`: what
 * is late stays away for this visit, so that nothing moves; this keeps a busy device from being late.
 */
export async function facesReady(): Promise<void> {
  const faces = ['1rem "Instrument Sans"', '1rem "IBM Plex Mono"'].map((face) => document.fonts.load(face))
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([Promise.allSettled(faces), patience])
}
