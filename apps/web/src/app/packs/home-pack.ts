import type { Pack } from '../../shared/words/packs.ts'

/** The words of the first page and the send form. */
export const homePack: Pack = { en: () => import('./en/home.ts'), zh: () => import('./zh/home.ts') }
