// The API of the faults domain for adapters: faults, commands, events, rejections, views.

export { faults as domain } from './index.ts';
export type { FaultsCommand } from './commands.ts';
export type { FaultsEvent, FaultStruck } from './events.ts';
export { delaySubject } from './react.ts';
export {
  delaysMax,
  faultKinds,
  faultsMax,
  requestFaultKinds,
  type Fault,
  type FaultCondition,
  type FaultEffect,
  type FaultKind,
  type FaultRule,
  type RequestEffect,
  type Struck,
  type StruckRequest,
} from './records/fault.ts';
export { isFrameEffect, type FrameFault } from './frames.ts';
export type { ErrorAnswer } from './records/refusal.ts';
export {
  frameDirections,
  frameFaultKinds,
  upgradeFaultKinds,
  type FrameDirection,
  type FrameEffect,
  type StruckFrame,
  type TriedFrame,
  type UpgradeEffect,
} from './records/socket-effect.ts';
export { transactionFaultKinds, type TransactionEffect } from './records/transaction-effect.ts';
export {
  webhookFaultKinds,
  type StruckWebhook,
  type WebhookEffect,
} from './records/webhook-effect.ts';
export { rejectionCodes, type FaultsRejection, type FaultsRejectionCode } from './rejections.ts';
export * from './views.ts';
