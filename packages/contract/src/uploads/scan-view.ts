import { z } from 'zod'

/**
 * What the virus scanner said about a file. All others were not scanned: 'too-large', 'encrypted', 'unavailable' (the
 * scanner is away), null (there is no scanner, or not yet).
 */
export const scanView = z.enum(['clean', 'infected', 'too-large', 'encrypted', 'unavailable']).nullable()
export type ScanView = z.infer<typeof scanView>
