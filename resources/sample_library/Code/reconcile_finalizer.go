package controllers

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const scanBucketFinalizer = "archive.example.org/scan-bucket"

// removeFinalizer drops our finalizer once cleanup is done, so that
// the namespace is not blocked on an external bucket that is gone.
func (r *Reconciler) removeFinalizer(ctx context.Context, object client.Object) error {
	if !controllerutil.ContainsFinalizer(object, scanBucketFinalizer) {
		return nil
	}
	if err := r.buckets.EmptyAndDelete(ctx, object.GetName()); err != nil {
		return fmt.Errorf("empty bucket of %s: %w", object.GetName(), err)
	}
	controllerutil.RemoveFinalizer(object, scanBucketFinalizer)
	return r.Update(ctx, object)
}
