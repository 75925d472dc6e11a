import { spokenLanguage } from './language.tsx'

/** The address of an article of the help in the language of the page: 'expiry', 'terms-of-use'. */
export const helpPath = (article: string): string => `${spokenLanguage() === 'zh' ? '/zh' : ''}/support/${article}`
