import type { ReactNode } from 'react'
import { useWish } from './use-wish.ts'

interface WishTickProps {
  className: string | undefined
  isOn: boolean
  /** Resolves once the server has answered. */
  onChoose: (isOn: boolean) => Promise<unknown>
  children: ReactNode
}

/** A tick that stands where it was put while the server is asked. */
export function WishTick({ className, isOn, onChoose, children }: WishTickProps) {
  const [isShownOn, choose] = useWish(isOn, onChoose)
  return (
    <label className={className}>
      <input type="checkbox" checked={isShownOn} onChange={(event) => choose(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  )
}
