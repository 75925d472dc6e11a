import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'

/** One sentence that holds for every plan, or for the whole page. */
export function PlanNote({ children }: { children: string }) {
  return <p className={`${textStyles.soft} ${layoutStyles.large}`}>{children}</p>
}
