import type { Pack } from '../packs.ts'

/** What a server may refuse. */
export const problemsPack: Pack = { en: () => import('./en/problems.ts'), zh: () => import('./zh/problems.ts') }
