import type { Language } from './language.tsx'

/** A device's name in this language; the server has the English one, 'Chrome on Windows'. */
export const deviceIn = (name: string, language: Language): string =>
  language === 'zh' ? name.replace(/^(.+) on (.+)$/, '$1（$2）') : name
