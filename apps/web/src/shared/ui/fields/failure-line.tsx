import layoutStyles from '../styles/layout.module.css'

/** Why a change failed, below what was clicked. It takes no room while there is nothing to say. */
export function FailureLine({ children }: { children: string }) {
  return (
    <p className={`${layoutStyles.bad} ${layoutStyles.large} ${layoutStyles.hidesEmpty}`} role="alert">
      {children}
    </p>
  )
}
