// What events are sorted by: categories, which form a tree, and tags. Both have one counter of ids.

export const taxonomies = ['category', 'tag'] as const;
export type Taxonomy = (typeof taxonomies)[number];

/** The most levels of the tree of categories: pages of categories lie below those of all above them. */
export const categoryLevelsMax = 100;

export interface Term {
  readonly id: number;
  readonly taxonomy: Taxonomy;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** 0 at the top, and for tags. */
  readonly parentId: number;
}
