import { type ReactNode, useState } from 'react'

interface WishTickProps {
  className: string
  isOn: boolean
  /** Resolves once the server has answered. */
  onChoose: (isOn: boolean) => Promise<unknown>
  children: ReactNode
}

/** A tick that stands where it was put while the server is asked. */
export function WishTick({ className, isOn, onChoose, children }: WishTickProps) {
  const [wished, setWished] = useState<boolean | null>(null)
  const choose = async (wish: boolean) => {
    setWished(wish)
    await onChoose(wish)
    setWished(null)
  }
  return (
    <label className={className}>
      <input type="checkbox" checked={wished ?? isOn} onChange={(event) => void choose(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  )
}
