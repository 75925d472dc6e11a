import layoutStyles from '../ui/styles/layout.module.css'
import textStyles from '../ui/styles/text.module.css'
import { helpPath } from '../words/help-path.ts'
import { useLanguage } from '../words/language.tsx'
import { type HelpArticle, helpTitles } from './help-titles.ts'

const labels = { en: 'Help:', zh: '帮助：' }

/** The articles of the help about what is beside this, in a tab of their own, so that nothing typed is lost. */
export function HelpLinks({ articles }: { articles: readonly HelpArticle[] }) {
  const { language } = useLanguage()
  return (
    <p className={`${layoutStyles.row} ${layoutStyles.medium} ${layoutStyles.aboveClose} ${textStyles.soft}`}>
      <span>{labels[language]}</span>
      {articles.map((article) => (
        <a key={article} href={helpPath(article)} target="_blank" rel="noreferrer">
          {helpTitles[language][article]}
        </a>
      ))}
    </p>
  )
}
