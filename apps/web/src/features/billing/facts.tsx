import type { ReactNode } from 'react'
import accountPartStyles from '../../shared/settings/account-part.module.css'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'

/** Names and their values, one a line. A value that is null is left out. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) {
  return (
    <dl>
      {facts.flatMap(([name, value]) =>
        value === null ? (
          []
        ) : (
          <div key={name} className={`${layoutStyles.row} ${layoutStyles.ruled} ${accountPartStyles.accountRow}`}>
            <dt className={textStyles.soft}>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
