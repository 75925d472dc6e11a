import type { PasswordFieldWords } from './en.ts'

export const passwordField: PasswordFieldWords = {
  show: '显示',
  hide: '隐藏',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
}
