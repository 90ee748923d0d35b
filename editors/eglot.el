;; Emacs 29 or later, or an earlier version with the package eglot; with the package markdown-mode.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((markdown-mode yaml-mode) . ("mm" "lsp")))
  ;; Emacs 30.1 shows no problems of files whose name is not ASCII: it compares bytes with characters.
  (when (fboundp 'eglot-uri-to-path)
    (advice-add 'eglot-uri-to-path :filter-return
                (lambda (path) (decode-coding-string (encode-coding-string path 'utf-8) 'utf-8)))))

;; The folder of reminders is the project.
(defun mm-project (directory)
  (let ((root (locate-dominating-file directory "tags.yaml")))
    (when root (cons 'transient root))))
(add-hook 'project-find-functions #'mm-project)

(defun mm-eglot ()
  (when (and buffer-file-name (locate-dominating-file buffer-file-name "tags.yaml"))
    ;; Tags are found however they are typed. In text, M-TAB would complete English words.
    (setq-local completion-ignore-case t)
    (local-set-key (kbd "M-TAB") #'completion-at-point)
    (eglot-ensure)))
(add-hook 'markdown-mode-hook #'mm-eglot)
(add-hook 'yaml-mode-hook #'mm-eglot)
