export { home } from '../../en/home.ts'
export { quickSend } from '../../en/quick-send.ts'
