import type { User } from '@waybill/contract/identity/profile-endpoints'
import styles from './avatar.module.css'
import { initialsOfAccount } from './initials.ts'

interface AvatarProps {
  of: Pick<User, 'fullName' | 'email' | 'profilePic'>
  size?: 'verysmall' | 'small'
}

/** Somebody's picture, else their initials. Decorative: the name is beside it. */
export function Avatar({ of: { fullName, email, profilePic }, size = 'verysmall' }: AvatarProps) {
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {profilePic ? <img src={profilePic[size]} alt="" /> : initialsOfAccount(fullName, email)}
    </span>
  )
}
