// The common part of the views of events, venues and organizers.

import type { Post } from '../records/post.ts';
import type { ImageView } from './image.ts';

export interface PostView extends Omit<Post, 'imageId' | 'passwordFingerprint'> {
  readonly image: ImageView | null;
}
