import type { Pack } from '../../shared/words/packs.ts'

/** What the first page and the slip to send with say. */
export const homePack: Pack = { en: () => import('./en/home.ts'), zh: () => import('./zh/home.ts') }
