import type { Pack } from '../packs.ts'

/** The words for a server's refusals. */
export const problemsPack: Pack = { en: () => import('./en/problems.ts'), zh: () => import('./zh/problems.ts') }
