import type { ReactNode } from 'react'
import { useOptimisticValue } from './use-optimistic-value.ts'

interface OptimisticCheckboxProps {
  className: string | undefined
  isOn: boolean
  /** Resolves once the server has answered. */
  onChoose: (isOn: boolean) => Promise<unknown>
  children: ReactNode
}

/** A checkbox that shows its new state at once while the server is asked. */
export function OptimisticCheckbox({ className, isOn, onChoose, children }: OptimisticCheckboxProps) {
  const [isShownOn, choose] = useOptimisticValue(isOn, onChoose)
  return (
    <label className={className}>
      <input type="checkbox" checked={isShownOn} onChange={(event) => choose(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  )
}
