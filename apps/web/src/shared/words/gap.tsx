import { useLanguage } from './language.tsx'

/** Between a sentence and what follows it: a space, and nothing after the full-width marks that end a Chinese one. */
export function Gap() {
  return useLanguage().language === 'zh' ? null : ' '
}
